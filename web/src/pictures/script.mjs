// Pictures beside the tables that they are drawn of. Without this script a page shows the tables alone.

import { attachPictures } from "./states.mjs";

attachPictures();
