/** The first script of /swipe. It is small, so that the deployment's answers arrive while the app itself still loads. */
import { askForFirstDeal } from "./features/swipes/earlyDeal";

askForFirstDeal();
