// Starts the page.

import { connect } from "./connection.js";
import { initAnalysis } from "./analysis.js";
import { initBoard } from "./board.js";
import { initControls } from "./controls.js";
import { initEditor } from "./editor.js";
import { initGlide } from "./glide.js";
import { initGraph } from "./graph.js";
import { initHands } from "./hands.js";
import { initKeyboard } from "./keyboard.js";
import { initMoveList } from "./movelist.js";
import { initMistakes } from "./mistakes.js";
import { initMovement } from "./movement.js";
import { initNewGame } from "./newgame.js";
import { initOverlay } from "./overlay.js";
import { initPieces } from "./pieces.js";
import { initPlayers } from "./players.js";
import { initPointer } from "./pointer.js";
import { initPremove } from "./premove.js";
import { initPuzzles } from "./puzzles.js";
import { initReview } from "./review.js";
import { initSettings } from "./settings.js";
import { initShare } from "./share.js";
import { initSounds } from "./sounds.js";

// Pieces come first because everything else draws them.
for (const init of [
  initSettings,
  initPieces,
  initBoard,
  initHands,
  initOverlay,
  initPlayers,
  initControls,
  initNewGame,
  initMoveList,
  initMistakes,
  initAnalysis,
  initGraph,
  initReview,
  initPuzzles,
  initShare,
  initEditor,
  initPointer,
  initMovement,
  initKeyboard,
  initGlide,
  initPremove,
  initSounds,
])
  init();
connect();
