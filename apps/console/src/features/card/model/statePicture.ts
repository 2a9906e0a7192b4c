/** @file The picture that a user shares: what is wrong, with its time. */

/** Content of the picture, as text in the user's language. */
export interface StatePicture {
  /** Name of the product, and the time of the state. */
  readonly head: string
  readonly sentence: string
  readonly rows: readonly { readonly name: string; readonly text: string }[]
}

/** Width, margin and heights of lines, pixels. Wide enough for a phone's screen. */
const WIDTH = 1080
const MARGIN = 48
const LINE = 56
const FONT = 'system-ui, sans-serif'

type Line = { readonly text: string; readonly font: string; readonly gap: number }

/** Draws the picture in black on white, as a PNG. Rejects when the browser cannot. */
export function drawState({ head, sentence, rows }: StatePicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser draws no pictures'))
  const wanted: Line[] = [
    { text: head, font: `36px ${FONT}`, gap: 0 },
    { text: sentence, font: `700 48px ${FONT}`, gap: 8 },
    ...rows.flatMap(({ name, text }) => [
      { text: name, font: `700 40px ${FONT}`, gap: 28 },
      { text, font: `36px ${FONT}`, gap: 0 },
    ]),
  ]
  const lines = wanted.flatMap((line) => wrapped(context, line))
  canvas.width = WIDTH
  canvas.height = 2 * MARGIN + lines.reduce((sum, { gap }) => sum + gap + LINE, 0)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  context.textBaseline = 'top'
  let y = MARGIN
  for (const { text, font, gap } of lines) {
    y += gap
    context.font = font
    context.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN)
    y += LINE
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser makes no PNG'))), 'image/png')
  })
}

/** Breaks a line between words where it is wider than the picture. */
function wrapped(context: CanvasRenderingContext2D, { text, font, gap }: Line): Line[] {
  context.font = font
  const lines: Line[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > WIDTH - 2 * MARGIN) {
      lines.push({ text: line, font, gap: lines.length === 0 ? gap : 0 })
      line = word
    } else line = longer
  }
  return [...lines, { text: line, font, gap: lines.length === 0 ? gap : 0 }]
}
