/** @file Makes photos small enough for a phone's network. A new drawing has no position and no camera in it. */

/** Largest photo, bytes. */
const PHOTO_BYTES = 300_000
/** Widths and heights at most, pixels, and qualities, in the order in which they are tried. */
const TRIES = [
  { side: 1600, quality: 0.85 },
  { side: 1600, quality: 0.7 },
  { side: 1280, quality: 0.7 },
  { side: 1024, quality: 0.6 },
  { side: 640, quality: 0.5 },
]

/** Draws a photo anew as a JPEG of at most `PHOTO_BYTES`. Rejects for a file that is no picture. */
export async function resizePhoto(file: Blob): Promise<File> {
  // Turned as the camera says.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    for (const { side, quality } of TRIES) {
      const drawn = await draw(picture, side, quality)
      if (drawn.size <= PHOTO_BYTES) return new File([drawn], `photo-${newName()}.jpg`, { type: drawn.type })
    }
  } finally {
    picture.close()
  }
  throw new Error('The photo stays too large')
}

/** Returns the size of a picture within a square, pixels; small ones stay as they are. */
export function sizeWithin({ width, height }: { readonly width: number; readonly height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height))
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

function draw(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const size = sizeWithin(picture, side)
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser draws no pictures'))
  // What is transparent would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (drawn) => (drawn ? resolve(drawn) : reject(new Error('This browser writes no JPEG'))),
      'image/jpeg',
      quality,
    ),
  )
}

/** Returns a name that no other photo has. `randomUUID` is missing on pages without TLS. */
const newName = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('')
