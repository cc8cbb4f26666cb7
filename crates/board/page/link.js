// Carries messages to and from the program: over a WebSocket to the server that has sent this page.

/**
 * Opens a connection for the pages at a table. Calls `onMessage` with each message as JSON, and `onClose` once if
 * the connection cannot be opened or breaks. Returns a function that sends a request as JSON.
 * @param {string} table
 * @param {{ onOpen: () => void, onMessage: (json: string) => void, onClose: (reason?: string) => void }} listeners
 */
export function openLink(table, { onOpen, onMessage, onClose }) {
  const socket = new WebSocket(`ws://${location.host}/socket?table=${encodeURIComponent(table)}`);
  socket.onopen = onOpen;
  socket.onmessage = (event) => onMessage(event.data);
  socket.onclose = () => onClose();
  return (/** @type {string} */ request) => socket.send(request);
}
