/** @file A moving picture of a page: frames with a caption below them, and a ring around what is clicked. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** A moving picture that is being taken. */
export interface Film {
  /** Shows another caption from the next frame on. */
  caption(text: string): Promise<void>
  /** Takes frames in real time, each shown until the next. */
  roll(frames: number): Promise<void>
  /** Shows a ring around an element, takes frames, and clicks the element. */
  click(target: Locator): Promise<void>
  /** Returns the picture as an animated WebP. */
  develop(width: number): Promise<Buffer>
}

/** Time between two frames, milliseconds. */
const FRAME_MS = 400
const CAPTION_ID = 'film-caption'
const RING_ID = 'film-ring'

/** Starts a moving picture. The page must be left by links alone, since a reload removes the caption. */
export function createFilm(page: Page, captionHeight: number, say: (text: string) => void): Film {
  const frames: Buffer[] = []
  let steps = 0

  const roll = async (count: number): Promise<void> => {
    for (let taken = 0; taken < count; taken += 1) {
      const due = performance.now() + FRAME_MS
      frames.push(await page.screenshot())
      await pause(Math.max(0, due - performance.now()))
    }
  }

  return {
    roll,
    async caption(text) {
      steps += 1
      say(`  ${steps}. ${text}`)
      await page.evaluate(showCaption, { id: CAPTION_ID, height: captionHeight, step: steps, text })
    },
    async click(target) {
      await target.scrollIntoViewIfNeeded()
      const box = await target.boundingBox()
      if (!box) throw new Error(`not visible: ${String(target)}`)
      await page.evaluate(showRing, { id: RING_ID, ...box })
      await roll(2)
      await page.evaluate((id) => document.getElementById(id)?.remove(), RING_ID)
      await target.click()
      // No button stays highlighted by a pointer that no frame shows.
      await page.mouse.move(0, 0)
    },
    async develop(width) {
      const small = await Promise.all(frames.map((frame) => sharp(frame).resize({ width }).png().toBuffer()))
      return await sharp(small, { join: { animated: true } })
        .webp({ quality: 80, loop: 0, delay: frames.map(() => FRAME_MS) })
        .toBuffer()
    },
  }
}

/** Runs in the page. The caption has a room of its own below the page. */
function showCaption(shown: { id: string; height: number; step: number; text: string }): void {
  const caption = document.getElementById(shown.id) ?? document.createElement('div')
  caption.id = shown.id
  Object.assign(caption.style, {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: '2147483647',
    height: `${shown.height}px`,
    display: 'flex',
    alignItems: 'center',
    gap: '20px',
    padding: '0 28px',
    background: '#131b2e',
    color: '#fff',
    font: '600 30px/1 Inter, sans-serif',
  })
  const step = document.createElement('span')
  step.textContent = String(shown.step)
  Object.assign(step.style, {
    width: '42px',
    height: '42px',
    display: 'grid',
    placeItems: 'center',
    borderRadius: '50%',
    background: '#1f9d5b',
    fontSize: '26px',
  })
  caption.replaceChildren(step, shown.text)
  document.documentElement.append(caption)
}

/** Runs in the page. */
function showRing(box: { id: string; x: number; y: number; width: number; height: number }): void {
  const ring = document.createElement('div')
  ring.id = box.id
  Object.assign(ring.style, {
    position: 'fixed',
    zIndex: '2147483646',
    left: `${box.x - 8}px`,
    top: `${box.y - 8}px`,
    width: `${box.width + 16}px`,
    height: `${box.height + 16}px`,
    border: '5px solid #e8590c',
    borderRadius: '14px',
    boxShadow: '0 0 0 6px rgb(232 89 12 / 25%)',
    pointerEvents: 'none',
  })
  document.documentElement.append(ring)
}
