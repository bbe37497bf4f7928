/** The worker of a deployment, with marks around its stages. */
import "./stages";
import "../../src/worker/worker";
