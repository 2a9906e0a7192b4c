/** The parts of a browser that Mantine needs and jsdom lacks. */

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A live connection that never opens. Tests that need one use `stubSocket`. */
class SilentSocket extends EventTarget {
  send(): void {}
  close(): void {}
}

/** The timers of the machine, also while a test has others. */
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis

/** Adds these parts to the page of the test: a wide window, no reduced motion, light scheme, no pages loaded ahead. */
export function addBrowserParts(): void {
  window.matchMedia = (media: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  window.ResizeObserver = NoResizeObserver
  Object.assign(window, { WebSocket: SilentSocket })
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  // The frames of jsdom end for good when one begins while a test has timers of its own: pages of all later files of the
  // process then change with the next second only. These come at once.
  window.requestAnimationFrame = (callback) => Number(setRealTimeout(() => callback(performance.now())))
  window.cancelAnimationFrame = (frame) => clearRealTimeout(frame)
}
