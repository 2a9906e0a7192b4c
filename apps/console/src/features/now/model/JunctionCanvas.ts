/** All junctions on a Leaflet map: dots on one canvas, which hardly ever changes, and marks on one above it. */
import {
  type FitBoundsOptions,
  type LeafletEventHandlerFnMap,
  type Map as LeafletMap,
  type LeafletMouseEvent,
  latLngBounds,
} from 'leaflet'
import { movement } from '../../../ui/map/useMap.ts'
import { drawDots } from './dotsImage.ts'
import { drawMarks, type Highlight } from './drawMap.ts'
import { contextOf, MapCanvases } from './MapCanvases.ts'
import { bothRedraws, type MapFleet, type Redraw } from './MapFleet.ts'
import type { MapMark } from './mapMarks.ts'
import { MapSprites, readLook } from './mapSprites.ts'
import { type MapView, markAt } from './mapView.ts'
import type { Selection } from './Selection.ts'

/** Returns the words for a mark of several junctions: the name of one, and how many others there are. */
type SeveralWords = (label: string, others: number) => string

/** A finger meets what is this much farther away, pixels. */
const FINGER_PX = 8
/** How long changes of the fleet are gathered, milliseconds: soon enough, and cheaper than to draw each. */
const GATHER_MS = 500
/** How all junctions are shown, beside the buttons above, and how those of one mark. */
const FIT_ALL: FitBoundsOptions = {
  paddingTopLeft: [60, 52],
  paddingBottomRight: [36, 36],
  maxZoom: 15,
  animate: false,
}
const FIT_MARK: FitBoundsOptions = { padding: [60, 60] }
/** Events by which the user moves the map. */
const USER_MOVES = ['pointerdown', 'wheel', 'keydown'] as const

/** Draws the junctions of a fleet on a map, at most once a frame, and only if something to be seen has changed. */
export class JunctionCanvas {
  readonly #map: LeafletMap
  readonly #fleet: MapFleet
  readonly #selection: Selection
  readonly #canvases: MapCanvases
  #several: SeveralWords = (label) => label
  #sprites: MapSprites | undefined
  #redraw: Redraw = 'nothing'
  #frame = 0
  #gathering: ReturnType<typeof setTimeout> | undefined
  #isZooming = false
  /** Until the user moves the map, it shows all junctions. */
  #isMovedByUser = false
  #selectedId: string | null = null
  #isToReveal = false
  #view: MapView | undefined
  #dots: ImageData | undefined

  constructor(map: LeafletMap, fleet: MapFleet, selection: Selection) {
    this.#map = map
    this.#fleet = fleet
    this.#selection = selection
    this.#canvases = new MapCanvases(map)
    this.#canvases.lower.setAttribute('aria-hidden', 'true')
    this.#canvases.upper.setAttribute('role', 'img')
  }

  /** Begins to draw and to follow. Returns a function that ends this. */
  attach(): () => void {
    const container = this.#map.getContainer()
    const handlers = this.#handlers()
    const noteMove = () => {
      this.#isMovedByUser = true
    }
    const resized = new ResizeObserver(() => this.#map.invalidateSize({ pan: false }))
    const ends = [
      this.#canvases.attach(),
      this.#fleet.onRedraw((redraw) => this.#invalidateSoon(redraw)),
      this.#selection.onChange(() => this.#takeSelection()),
    ]
    this.#map.on(handlers)
    resized.observe(container)
    for (const event of USER_MOVES) container.addEventListener(event, noteMove, { passive: true })
    this.#invalidate('places')
    return () => {
      for (const event of USER_MOVES) container.removeEventListener(event, noteMove)
      resized.disconnect()
      this.#map.off(handlers)
      for (const end of ends) end()
      clearTimeout(this.#gathering)
      this.#gathering = undefined
      cancelAnimationFrame(this.#frame)
      this.#frame = 0
    }
  }

  /** Sets the words that stand for the picture for whoever cannot see it, and those of marks. */
  setWords(words: string, several: SeveralWords): void {
    this.#canvases.upper.setAttribute('aria-label', words)
    this.#several = several
  }

  /** Takes over the colours of another theme. */
  restyle(): void {
    this.#sprites = undefined
    this.#invalidate('dots')
  }

  /** Shows all junctions, and goes on doing so until the user moves the map. */
  showAll(): void {
    this.#isMovedByUser = false
    const places = [...this.#fleet.placed.values()]
    if (places.length === 0) return
    const corners = latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]))
    this.#map.fitBounds(corners, FIT_ALL)
  }

  #handlers(): LeafletEventHandlerFnMap {
    return {
      zoomstart: () => this.#point(null),
      zoomanim: ({ center, zoom }) => {
        this.#isZooming = true
        this.#canvases.follow(center, zoom)
      },
      zoomend: () => {
        this.#isZooming = false
        this.#invalidate('dots')
        this.#reveal()
      },
      zoom: () => this.#invalidate('dots'),
      viewreset: () => this.#invalidate('dots'),
      move: () => this.#invalidate(this.#canvases.covers() ? 'nothing' : 'dots'),
      resize: () => this.#invalidate('places'),
      mousemove: (event) => this.#point(this.#markAt(event)),
      mouseout: () => this.#point(null),
      click: (event) => this.#choose(this.#markAt(event)),
    }
  }

  #markAt({ containerPoint, originalEvent }: LeafletMouseEvent): MapMark | null {
    if (!this.#view || this.#isZooming) return null
    const isFinger = originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
    const point = this.#canvases.toCanvas(containerPoint)
    return markAt(point, this.#view, this.#marks(), this.#fleet.placed.values(), isFinger ? FINGER_PX : 0)
  }

  #marks(): readonly MapMark[] {
    return this.#fleet.marks(Math.floor(this.#map.getZoom()))
  }

  #point(mark: MapMark | null): void {
    this.#map.getContainer().toggleAttribute('data-pointing', mark !== null)
    this.#selection.hover(mark?.junctions[0].id ?? null)
  }

  /** Selects the junction of a mark; first zooms in on a mark of several junctions that can be separated. */
  #choose(mark: MapMark | null): void {
    if (!mark) return
    const { junctions } = mark
    const bounds = latLngBounds(junctions.map(({ latitude, longitude }) => [latitude, longitude]))
    const areApart = !bounds.getNorthEast().equals(bounds.getSouthWest())
    if (areApart && this.#map.getZoom() < this.#map.getMaxZoom())
      this.#map.fitBounds(bounds, { ...FIT_MARK, ...movement() })
    else this.#selection.select(junctions[0].id)
  }

  /** Shows what is pointed at and chosen, here or in the list. A junction that is chosen anew comes into sight. */
  #takeSelection(): void {
    this.#invalidate('marks')
    const { selectedId } = this.#selection
    if (selectedId === this.#selectedId) return
    this.#selectedId = selectedId
    this.#isToReveal = true
    this.#reveal()
  }

  /** Moves to a junction that was chosen anew, once; while the map zooms it has its old bounds still. */
  #reveal(): void {
    if (!this.#isToReveal || this.#isZooming) return
    this.#isToReveal = false
    const junction = this.#selectedId === null ? undefined : this.#fleet.placed.get(this.#selectedId)
    if (!junction || this.#map.getBounds().contains([junction.latitude, junction.longitude])) return
    this.#isMovedByUser = true
    this.#map.panTo([junction.latitude, junction.longitude], movement())
  }

  /** Batches redraws for live changes: a reader cannot follow more frequent ones. */
  #invalidateSoon(redraw: Redraw): void {
    this.#redraw = bothRedraws(this.#redraw, redraw)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#invalidate(redraw)
    }, GATHER_MS)
  }

  #invalidate(redraw: Redraw): void {
    if (redraw === 'nothing') return
    this.#redraw = bothRedraws(this.#redraw, redraw)
    // A page that is not visible has no frames.
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  #draw(): void {
    // `zoomend` asks again.
    if (this.#isZooming) return
    if (this.#redraw === 'places' && !this.#isMovedByUser) this.showAll()
    const ratio = window.devicePixelRatio
    if (this.#sprites?.ratio !== ratio) this.#sprites = new MapSprites(readLook(this.#map.getContainer()), ratio)
    if (!this.#view || this.#redraw !== 'marks') {
      this.#view = this.#canvases.place(ratio)
      this.#drawDots(this.#view, this.#sprites)
    }
    this.#redraw = 'nothing'
    const context = contextOf(this.#canvases.upper, ratio)
    const rightEdge = this.#canvases.toCanvas(this.#map.getSize()).x
    const toDraw = { marks: this.#marks(), highlights: this.#highlights(), rightEdge }
    if (context) drawMarks(context, this.#view, toDraw, this.#sprites)
  }

  #drawDots(view: MapView, sprites: MapSprites): void {
    const { lower } = this.#canvases
    const context = contextOf(lower, sprites.ratio)
    if (!context) return
    const isFitting = this.#dots?.width === lower.width && this.#dots.height === lower.height
    if (!this.#dots || !isFitting) this.#dots = context.createImageData(lower.width, lower.height)
    drawDots(context, this.#dots, view, this.#fleet.placed.values(), sprites)
  }

  #highlights(): Highlight[] {
    const { selectedId, hoveredId } = this.#selection
    return [selectedId, hoveredId === selectedId ? null : hoveredId].flatMap((id) => {
      const mark = id === null ? null : this.#fleet.markOf(id, Math.floor(this.#map.getZoom()))
      if (!mark || id === null) return []
      const label = this.#fleet.placed.get(id)?.label ?? ''
      const others = mark.junctions.length - 1
      return [{ mark, text: others > 0 ? this.#several(label, others) : label, isSelected: id === selectedId }]
    })
  }
}
