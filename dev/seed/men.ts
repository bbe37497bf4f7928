/** name | age | handle | course | year | hobbies | drinks smokes (N O S R) | bio */
export const men = `
Arjun Menon | 21 | arjun.bassline | B.Tech Electrical | 3rd year | Music Gaming Cooking | S N | Bass player: nobody notices until I stop. Makes a fish curry that has ended arguments.
Rohan | 22 | rohan.runs.late | B.B.A. | Final year | Sports Fitness Movies | O N | Fast bowler, slow texter. I promise I am better in person, ask my grandmother.
Kabir Sheikh | 23 | kabir.couplets | M.A. Journalism | 1st year | Writing Reading Traveling | O S | Collects old film posters and new nicknames. Will walk you to the far stage the long way round.
Vikram Singh Rathore | 24 | vikram.dunes | M.B.A. | 1st year | Traveling Photography Sports | S N | From Jaisalmer, so I find your summer cute. Tells ghost stories by the bonfire.
Gurpreet Singh | 21 | gurpreet.grooves | B.Tech Mechanical | 3rd year | Dancing Music Cooking | O N | Bhangra captain. If I am not dancing, somebody is feeding me. Both can be arranged.
Siddharth | 20 | sid.sidequest | B.Tech Computer Science | 2nd year | Gaming Chess Movies | N N | Hackathon veteran, which means I can nap anywhere. Loses to my little sister at chess.
Farhan Ali | 22 | farhan.frames | B.F.A. | Final year | Photography Painting Movies | N O | I shoot on film, so you will see the picture in three weeks. Worth it, people say.
Aditya Kulkarni | 19 | adi.trebles | B.Sc Mathematics | 1st year | Music Chess Reading | N N | Tabla since I was five, calculus since I had to. Vada pav is my root node.
Joel Fernandes | 23 | joel.on.keys | B.A. Music | Final year | Music Singing Swimming | S N | Keys in a wedding band, so I know every song your parents love. Dance floor guaranteed.
Karthik | 21 | karthik.kicks | B.Com | 3rd year | Sports Cooking Movies | O N | Sunday league left back. Superfan of first day first show, and of filter coffee in steel.
Debojit Saikia | 22 | debojit.drums | B.Sc Geology | Final year | Music Hiking Traveling | O N | Drummer and rock collector, both kinds. Knows the quietest spot behind the main stage.
Imran | 24 | imran.simmers | M.Sc Chemistry | 2nd year | Cooking Reading Fitness | N N | My biryani has a lab notebook. Seeking a research partner with a spoon.
Nikhil Agarwal | 20 | nikhil.standup | B.Com Honours | 2nd year | Writing Movies Dancing | S N | Open mic comic. Mostly open, sometimes mic. I laugh at my own jokes so you do not have to.
Lalthanmawia | 22 | mawia.strums | B.A. Geography | Final year | Music Sports Hiking | O N | Six strings, two football boots, one very patient mother. Ask me for the story of the goat.
Harsh Vardhan | 21 | harsh.but.soft | B.Tech Civil | 3rd year | Fitness Sports Traveling | N N | Harsh by name only. I rescue kites, puppies and overcooked Maggi.
Ishaan | 19 | ishaan.ollies | B.Des Product | 1st year | Sports Painting Music | N N | Skateboard, sketchbook, scraped knees. Will draw you a map to the best samosa on campus.
Tenzing Bhutia | 23 | tenzing.up | M.A. Political Science | 1st year | Hiking Photography Chess | O N | Sikkim raised, momo powered. I debate for the team and then lose to my own alarm clock.
Pranav Joshi | 22 | pranav.plots | B.Sc Statistics | Final year | Chess Reading Writing | N N | I have a spreadsheet of every dosa I have eaten. You could be in row 312.
Manpreet | 20 | manpreet.mitti | B.Sc Agriculture | 2nd year | Sports Dancing Cooking | O N | Kabaddi, tractors, terrible puns. My mother already packed parathas for two.
Aman Verma | 21 | aman.allnight | B.A. History | 3rd year | Movies Reading Traveling | S O | Gives heritage walks to people who only came for the kulfi. That is fine, so did I.
Rahul Nambiar | 25 | rahul.reverb | M.Tech Acoustics | 2nd year | Music Swimming Movies | S N | I can tell you why this hall sounds bad. I will dance in it anyway.
Yash | 20 | yash.yorkers | B.P.Ed | 2nd year | Sports Fitness Swimming | N N | Cricket in my veins, ice pack on my knee. Looking for someone who also cries at ads.
Sourav Mukherjee | 22 | sourav.sandesh | B.A. Bengali | Final year | Writing Singing Cooking | O O | Rabindrasangeet on the terrace, rock at the fest. I will carry your umbrella and my own drama.
Zubin Daruwala | 24 | zubin.rides | M.Des | 1st year | Traveling Photography Cooking | S N | Vintage scooter, vintage jokes, mutton dhansak on Sundays. Spare helmet is polka dotted.
Dhruv | 19 | dhruv.debugs | B.Tech Information Technology | 1st year | Gaming Music Reading | N N | Shy for ten minutes, then a podcast. Ask me about keyboards or please do not.
Shivam Tiwari | 21 | shivam.ghats | B.A. Philosophy | 3rd year | Reading Yoga Music | N N | Banaras taught me patience and paan. I make time for long questions and longer walks.
Rishabh | 23 | rishabh.raps | B.Tech Chemical | Final year | Writing Music Dancing | S S | I rap in three languages and stammer in one: when I see you.
Naveen Gowda | 22 | naveen.silk | B.Sc Sericulture | Final year | Hiking Cooking Sports | O N | Coffee estate weekends, silk farm weekdays. My hugs are thread count 400.
Abhishek | 20 | abhi.aerial | B.Tech Aerospace | 2nd year | Gaming Photography Chess | N N | I fly drones where I am allowed to. Flying you to the food court would be a promotion.
Omar Siddiqui | 21 | omar.offbeat | B.A. Theatre | 3rd year | Movies Writing Dancing | N O | Played a tree in three plays and got promoted to a lamp. Big things are coming.
Balaji | 24 | balaji.beats | M.C.A. | 2nd year | Music Cooking Movies | O N | Mridangam hands, mechanical keyboard heart. Makes podi from a secret family recipe, page one only.
Ankit Mishra | 22 | ankit.atlas | B.Sc Geography | Final year | Traveling Hiking Photography | O N | I have been lost in nineteen cities. Twentieth one could be with you.
Parth | 21 | parth.garba | B.Pharm | 3rd year | Dancing Sports Cooking | N N | Garba trained, caffeine sustained. I will hold your dandiya and your bag, not your grudge.
Rehan D'Souza | 23 | rehan.surf | B.Sc Marine Biology | Final year | Swimming Music Traveling | S O | Surf at six, sleep at nine, fest is an exception. Teaches crabs to trust again.
Samarth Hegde | 20 | samarth.yaksha | B.A. Fine Arts | 2nd year | Painting Dancing Movies | N N | Yakshagana face paint takes me three hours. My skin care routine is braver than yours.
Vivaan Kapoor | 22 | vivaan.encore | B.B.A. | Final year | Music Movies Fitness | S N | Always shouts for one more song. Organises the group, loses the group, finds the chaat.
`;
