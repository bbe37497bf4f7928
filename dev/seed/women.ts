/** name | age | handle | course | year | hobbies | drinks smokes (N O S R) | bio */
export const women = `
Ananya Iyer | 20 | ananya.filterkaapi | B.Tech Computer Science | 3rd year | Music Dancing Reading | S N | Bharatanatyam by training, bathroom singer by choice. Will trade dosa recommendations for playlist ones.
Zoya Qureshi | 21 | zoya.draws | B.Des Communication | 3rd year | Painting Movies Traveling | N N | I paint strangers at chai stalls. Stand still for four minutes and you may end up on my wall.
Meher | 22 | meher.onbeat | B.A. English | Final year | Dancing Singing Movies | S N | Front row or nothing. I know every word and I will sing them at you, slightly off key.
Nandini Rao | 19 | nandini.raos | B.Sc Physics | 2nd year | Reading Chess Hiking | N N | Quantum mechanics confuses me less than splitting a bill. Looking for someone to stargaze and snack with.
Ishita Banerjee | 23 | ishita.bookish | M.A. Comparative Literature | 1st year | Reading Writing Cooking | O N | Will judge you by your bookshelf and forgive you for your luchi. Kolkata in winter is my personality.
Diya | 20 | diya.spikes | B.Com Honours | 2nd year | Sports Fitness Dancing | N N | Volleyball captain with soft hands and a hard serve. Find me at the food stalls between matches.
Tara Lobo | 24 | tara.goes.slow | M.Arch | 1st year | Swimming Music Cooking | S O | Goan, so always late and always worth it. I sketch buildings and rate bebinca professionally.
Kavya Reddy | 21 | kavya.codes | B.Tech Electronics | Final year | Gaming Movies Cooking | O N | I solder things that mostly work. Biryani is a love language and I am fluent.
Priyanka Das | 22 | priyanka.frames | B.A. Mass Communication | 3rd year | Photography Traveling Movies | S N | The one behind the camera at every gig. Will get your good side, you will owe me momos.
Simran Kaur | 20 | simran.on.dhol | B.Sc Psychology | 2nd year | Dancing Music Traveling | O N | I play the dhol and I am not sorry to the neighbours. Come lose your voice at the bhangra night.
Fatima | 21 | fatima.rhymes | B.A. Urdu | 3rd year | Writing Reading Music | N N | Spoken word on Fridays, chai on all days. Send me a sher and I will answer with a better one.
Riya Sharma | 19 | riya.rolls | B.B.A. | 1st year | Dancing Fitness Photography | N N | Roller skates, loud earrings, soft heart. First fest, please explain the map to me.
Lalrinpuii | 22 | puii.sings | B.A. Sociology | Final year | Singing Music Hiking | O N | Aizawl girl with a guitar that has seen things. My hills are better than your hills.
Sneha Kulkarni | 23 | sneha.treks | M.Sc Botany | 2nd year | Hiking Photography Yoga | N N | I will stop our walk to look at a fern. Sahyadri weekends, misal Mondays, zero chill about leaves.
Aditi | 21 | aditi.improv | B.A. Theatre | 3rd year | Writing Movies Dancing | S O | Improv kid. I will say yes to most plans and then add an elephant to them.
Harini Subramaniam | 20 | harini.ragas | B.Tech Biotechnology | 2nd year | Music Singing Cooking | N N | Carnatic on weekdays, techno on weekends. Looking for a duet or at least a decent rasam.
Aaliya Khan | 24 | aaliya.afterdark | M.B.A. | 1st year | Movies Traveling Swimming | O N | Spreadsheet by day, qawwali by night. I always know where the afterparty has kebabs.
Mrinal Gogoi | 21 | mrinal.brews | B.Sc Agriculture | Final year | Cooking Hiking Reading | O N | I grew up in a tea garden, so your tea bag hurts me. Let me make you a proper cup.
Pooja Nair | 22 | pooja.paddles | B.Tech Naval Architecture | Final year | Swimming Sports Traveling | S N | Kayak, kappa, kalaripayattu. I will race you to the other bank and let you win once.
Sanjana | 20 | sanjana.stitches | B.Des Fashion | 2nd year | Painting Photography Dancing | S O | I made this outfit last night. Ask me about the thread I am hiding.
Navya Patel | 19 | navya.garba | B.Com | 1st year | Dancing Yoga Movies | N N | Nine nights of garba and still asking for a tenth. Can teach two left feet in one song.
Tenzin Dolma | 23 | tenzin.onthepass | M.A. History | 1st year | Reading Hiking Photography | O N | Ladakh in the summer, library in the winter. I carry thukpa in a flask and I share.
Roshni | 21 | roshni.pixels | B.Tech Information Technology | 3rd year | Gaming Music Chess | N N | Speedrunner, cat aunty, keyboard collector. Co-op mode preferred.
Gauri Deshpande | 22 | gauri.natak | B.A. Economics | Final year | Writing Movies Chess | S N | I argue for fun and apologise with puran poli. Bring a strong opinion about mangoes.
Shreya Ghosh | 20 | shreya.offside | B.Sc Statistics | 2nd year | Sports Reading Music | N N | East Bengal till I die, but I have dated across the river before. Football first, then phuchka.
Anjali Menon | 25 | anjali.atsea | M.Sc Oceanography | 2nd year | Swimming Traveling Writing | O N | I have met more dolphins than exes. Both were good swimmers.
Bhavna | 21 | bhavna.bites | B.Sc Nutrition | 3rd year | Cooking Fitness Yoga | N N | Studies nutrition, lives on chaat. It is called balance.
Mehak Arora | 20 | mehak.mixes | B.A. Psychology | 2nd year | Music Dancing Traveling | S S | Hostel DJ with one rule: no sad songs before midnight. Requests accepted in jalebi.
Keerthana | 23 | keerthana.kolam | M.Tech Civil | 1st year | Painting Chess Cooking | N N | I design bridges and draw kolams, both have to survive the morning. Early riser, sorry.
Sara Thomas | 22 | sara.slowmo | B.A. Film Studies | Final year | Movies Photography Writing | O O | Making a short film about a very shy auto driver. Need an extra and someone to share appam with.
Rukmini Sahu | 21 | rukmini.odissi | B.A. Dance | 3rd year | Dancing Yoga Music | N N | Odissi taught me to balance on one leg, useful in fest queues. Puri beach over everything.
Nargis | 24 | nargis.midnight | M.Sc Astronomy | 2nd year | Reading Photography Music | O N | I stay up for meteors and for good conversation, in that order. Bring a blanket.
Ira Chauhan | 20 | ira.climbs | B.Tech Mechanical | 2nd year | Hiking Fitness Sports | N N | Pahadi legs, city lungs. I will carry your bag if you carry the momos.
Devika Pillai | 22 | devika.dubs | B.Voc Sound | Final year | Music Singing Movies | S N | I do the voices in your favourite dubbed cartoon. Yes, also that one.
Chitra | 26 | chitra.unplugged | M.Phil Philosophy | 1st year | Writing Chess Music | O O | I overthink for a living. Talk to me about anything except what I will do after this degree.
Yamini Verma | 21 | yamini.moves | B.P.Ed | 3rd year | Fitness Dancing Swimming | N N | Handstand in front of every monument so far. Delhi next, then the world.
`;
