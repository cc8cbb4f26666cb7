// Starts the page.

import { connect } from "./core/connection.js";
import { initAfterwards } from "./panels/afterwards.js";
import { initAnalysis } from "./panels/analysis.js";
import { initBoard } from "./board/board.js";
import { initControls } from "./panels/controls.js";
import { editPlace, initEditor } from "./panels/editor.js";
import { initFiles } from "./panels/files.js";
import { initGlide } from "./board/glide.js";
import { initGraph } from "./panels/graph.js";
import { initHands } from "./board/hands.js";
import { initKeyboard } from "./panels/keyboard.js";
import { initMoveList } from "./panels/movelist.js";
import { initMistakes } from "./panels/mistakes.js";
import { initMovement } from "./board/movement.js";
import { initNewGame } from "./panels/newgame.js";
import { initOverlay } from "./board/overlay.js";
import { initPieces } from "./board/pieces.js";
import { initPlayers } from "./board/players.js";
import { initPointer } from "./board/pointer.js";
import { initPreview } from "./panels/preview.js";
import { initPuzzles } from "./panels/puzzles.js";
import { initRecent } from "./panels/recent.js";
import { initSeats } from "./panels/seats.js";
import { initSettings } from "./panels/settings.js";
import { initShare } from "./panels/share.js";
import { initSounds } from "./board/sounds.js";
import { initStatus } from "./panels/status.js";

// Pieces come first because everything else draws them, then gestures, which it draws too.
for (const init of [
  initSettings,
  initPieces,
  () => initPointer(editPlace),
  initBoard,
  initHands,
  initOverlay,
  initPlayers,
  initStatus,
  initAfterwards,
  initControls,
  initNewGame,
  initSeats,
  initMoveList,
  initMistakes,
  initAnalysis,
  initPreview,
  initGraph,
  initPuzzles,
  initRecent,
  initFiles,
  initShare,
  initEditor,
  initMovement,
  initKeyboard,
  initGlide,
  initSounds,
])
  init();
document.body.inert = false;
connect();
