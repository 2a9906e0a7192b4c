/** The pictures of which the map is made, each drawn once for a theme and a density of pixels. */
import { HEALTH_SHAPES, type HealthMarkKind } from '../../../ui/states/HealthMark.tsx'
import type { DotKind } from './MapFleet.ts'

/** Colours and letters of the theme. */
export interface MapLook {
  readonly bad: string
  readonly warn: string
  readonly accent: string
  readonly ink: string
  readonly quiet: string
  readonly surface: string
  readonly line: string
  readonly font: string
}

/** A picture with the length of its sides in pixels of the page. */
export interface Sprite {
  readonly canvas: HTMLCanvasElement
  readonly side: number
}

/** A picture as pixels, four bytes each: red, green, blue and how much it covers. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

const NO_PIXELS: Pixels = { data: new Uint8ClampedArray(), width: 0, height: 0 }

/** Side of the square that a shape is drawn in, pixels of the page. The shapes fill it differently. */
const SIDES: Partial<Record<HealthMarkKind, number>> = { danger: 28, fault: 24, deviation: 26, hold: 24 }
/** The same, of the other dots, in sides of a healthy one: their shapes fill more of it. */
const OTHER_DOTS = 0.75
/** The shapes are drawn on 16 by 16. */
const SHAPE_SIDE = 16
/** Radius of a circle that is inside of every shape of a mark. */
const INSIDE = 3.4
/** Room around a shape for its edge. */
const MARGIN = 3

/** Reads the theme's colours from an element. */
export function readLook(element: Element): MapLook {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--gw-${name}`).trim()
  return {
    bad: colour('bad'),
    warn: colour('warn'),
    accent: colour('accent'),
    ink: colour('ink'),
    quiet: colour('ink-3'),
    surface: colour('surface'),
    line: colour('line-strong'),
    font: style.fontFamily,
  }
}

/** Draws and keeps the pictures of one theme. */
export class MapSprites {
  readonly look: MapLook
  /** Pixels of the screen to one of the page. */
  readonly ratio: number
  readonly #drawn = new Map<string, Sprite>()
  readonly #read = new Map<Sprite, Pixels>()

  constructor(look: MapLook, ratio: number) {
    this.look = look
    this.ratio = ratio
  }

  /** @param side of a healthy dot, pixels of the page */
  dot(kind: DotKind, side: number): Sprite {
    return this.#sprite(kind, kind === 'ok' ? side : side * OTHER_DOTS, this.look.quiet, 1)
  }

  /** @param side of a healthy dot, pixels of the page */
  dotPixels(kind: DotKind, side: number): Pixels {
    const sprite = this.dot(kind, side)
    const { width, height } = sprite.canvas
    const pixels =
      this.#read.get(sprite) ?? sprite.canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? NO_PIXELS
    this.#read.set(sprite, pixels)
    return pixels
  }

  /** @param isOld whether only the last known state is shown, which has no colour */
  mark(kind: HealthMarkKind, isOld: boolean): Sprite {
    const { bad, warn, accent, quiet } = this.look
    const colours: Partial<Record<HealthMarkKind, string>> = { danger: bad, fault: bad, deviation: warn, hold: accent }
    return this.#sprite(kind, SIDES[kind] ?? 0, (!isOld && colours[kind]) || quiet, 4)
  }

  /** @param edge width of the line in the surface's colour that sets the shape off from what is below */
  #sprite(kind: HealthMarkKind, shapePx: number, colour: string, edge: number): Sprite {
    const key = `${kind} ${shapePx} ${colour}`
    const known = this.#drawn.get(key)
    if (known) return known
    const side = shapePx + 2 * MARGIN
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = Math.ceil(side * this.ratio)
    const context = canvas.getContext('2d')
    if (context) {
      const scale = shapePx / SHAPE_SIDE
      context.scale(this.ratio, this.ratio)
      context.translate(MARGIN, MARGIN)
      context.scale(scale, scale)
      const shape = new Path2D(HEALTH_SHAPES[kind])
      context.lineJoin = 'round'
      context.lineWidth = edge / scale
      context.strokeStyle = context.fillStyle = this.look.surface
      context.stroke(shape)
      // What is below must not be seen through the sign inside of the shape.
      context.beginPath()
      context.arc(SHAPE_SIDE / 2, SHAPE_SIDE / 2, INSIDE, 0, 2 * Math.PI)
      context.fill()
      context.fillStyle = colour
      context.fill(shape, 'evenodd')
    }
    const sprite = { canvas, side }
    this.#drawn.set(key, sprite)
    return sprite
  }
}
