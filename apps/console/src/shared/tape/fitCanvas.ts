/** Sizes a canvas in pixels of the screen for its place on the page. Returns a context in pixels of the page. */
export function fitCanvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio
  const [across, down] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
  // A canvas in jsdom has none.
  const paint = canvas.getContext('2d') as CanvasRenderingContext2D | null
  paint?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return paint
}
