/**
 * Two canvases over a Leaflet map, one above the other. They are larger than the map by a border, so that a map that is
 * dragged needs no drawing; Leaflet moves them with the map, and grows them while it zooms.
 */
import { DomUtil, type LatLng, type Map as LeafletMap, type Point } from 'leaflet'
import type { MapView } from './mapView.ts'

/** Border around the map that is drawn as well, pixels. */
const BORDER_PX = 128
/** Side of a tile, pixels. */
const TILE_PX = 256

/** Keeps the canvases where the map is. */
export class MapCanvases {
  readonly #map: LeafletMap
  readonly lower = newCanvas()
  readonly upper = newCanvas()
  /** Where the corner of both is, in Leaflet's layer coordinates. */
  #corner: Point

  constructor(map: LeafletMap) {
    this.#map = map
    this.#corner = map.containerPointToLayerPoint([0, 0])
  }

  /** Puts the canvases on the map. Returns a function that takes them off again. */
  attach(): () => void {
    this.#map.getPane('overlayPane')?.append(this.lower, this.upper)
    return () => {
      this.lower.remove()
      this.upper.remove()
    }
  }

  /**
   * Puts the canvases over the visible part of the map. Returns the view that they then show.
   * @param ratio pixels of the screen to one of the page
   */
  place(ratio: number): MapView {
    const map = this.#map
    this.#corner = map.containerPointToLayerPoint([-BORDER_PX, -BORDER_PX]).round()
    const { x: width, y: height } = map.getSize().add([2 * BORDER_PX, 2 * BORDER_PX])
    for (const canvas of [this.lower, this.upper]) {
      DomUtil.setPosition(canvas, this.#corner)
      // Setting a size also clears the canvas and takes new memory.
      if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio)
      if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio)
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    const { x: left, y: top } = this.#corner.add(map.getPixelOrigin())
    return { worldPx: TILE_PX * 2 ** map.getZoom(), left, top, width, height }
  }

  /** Lets the canvases grow or shrink with the map while it zooms, as Leaflet's own layers do. */
  follow(centre: LatLng, zoom: number): void {
    const map = this.#map
    const offset = map
      .project(map.layerPointToLatLng(this.#corner), zoom)
      .subtract(map.project(centre, zoom))
      .add(map.getSize().divideBy(2))
      .add(map.containerPointToLayerPoint([0, 0]))
    for (const canvas of [this.lower, this.upper]) DomUtil.setTransform(canvas, offset, map.getZoomScale(zoom))
  }

  /** Returns whether the canvases reach over the whole map. */
  covers(): boolean {
    const { x, y } = this.#map.containerPointToLayerPoint([0, 0]).subtract(this.#corner)
    return Math.abs(x - BORDER_PX) <= BORDER_PX && Math.abs(y - BORDER_PX) <= BORDER_PX
  }

  /** Returns where a point of the map is on the canvases, both in pixels from their corners. */
  toCanvas(point: Point): Point {
    return this.#map.containerPointToLayerPoint(point).subtract(this.#corner)
  }
}

/** Returns the context of a canvas, in pixels of the page; null where canvases cannot be drawn on. */
export function contextOf(canvas: HTMLCanvasElement, ratio: number): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  // By this class Leaflet's own style sheet moves it while the map zooms.
  canvas.className = 'leaflet-zoom-animated'
  return canvas
}
