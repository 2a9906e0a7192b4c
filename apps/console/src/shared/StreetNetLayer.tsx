import { type Coords, CRS, GridLayer } from 'leaflet'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Fleet } from '../data/fleet/Fleet.ts'
import { useFleet } from '../data/fleet/useFleet.ts'
import { useTexts } from '../texts/useTexts.ts'
import { useMap } from '../ui/map/useMap.ts'
import { type NetLook, PaintedNet, TILE_PX } from './paintStreetNet.ts'
import { type StreetNet, streetNet } from './streetNet.ts'
import { useShownScheme } from '../ui/theme/useShownScheme.ts'

/** Pane below the marks and apart from tiles, whose colours the dark theme dims. */
const PANE = 'street-net'
/** Tiles are enlarged by up to a half between two zooms, and stay sharp. */
const SHARPNESS = 1.5

/** Draws the streets of the city as far as the names and places of its junctions show them, where no tiles are there. */
export function StreetNetLayer() {
  const map = useMap()
  const net = useStreetNet(useFleet())
  const t = useTexts('common')
  const attribution = t('streetNet')
  const scheme = useShownScheme()
  useEffect(() => {
    if (net.nodes.length === 0 || !scheme) return
    const container = map.getContainer()
    const pane = map.getPane(PANE) ?? map.createPane(PANE)
    pane.style.zIndex = '190'
    const layer = new NetTiles(net, readNetLook(container), attribution).addTo(map)
    container.setAttribute('data-street-net', String(net.edges.length))
    return () => {
      layer.remove()
      container.removeAttribute('data-street-net')
    }
  }, [map, net, scheme, attribution])
  return null
}

/** Tiles of the net, painted here. */
class NetTiles extends GridLayer {
  readonly #net: PaintedNet
  readonly #look: NetLook

  constructor(net: StreetNet, look: NetLook, attribution: string) {
    super({ pane: PANE, attribution, tileSize: TILE_PX, updateWhenZooming: false })
    this.#look = look
    this.#net = new PaintedNet(net, ({ latitude, longitude }) =>
      CRS.EPSG3857.latLngToPoint({ lat: latitude, lng: longitude }, 0).divideBy(TILE_PX),
    )
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('canvas')
    const ratio = window.devicePixelRatio * SHARPNESS
    tile.width = tile.height = Math.round(TILE_PX * ratio)
    const context = tile.getContext('2d')
    if (context) {
      context.scale(ratio, ratio)
      this.#net.paint(context, { x, y, z }, this.#look)
    }
    return tile
  }
}

/** Returns the net of the junctions; the same object until a name or a place changes. */
function useStreetNet(fleet: Fleet): StreetNet {
  const [source] = useState(() => createNetSource(fleet))
  return useSyncExternalStore(source.onChange, source.read)
}

/** Changes are gathered for so long, milliseconds: while junctions are read, pages of them arrive one after the other. */
const GATHER_MS = 500

function createNetSource(fleet: Fleet) {
  let known = new Map(fleet.junctions)
  let net = streetNet(known.values())
  const isChanged = (id: string): boolean => {
    const [before, now] = [known.get(id), fleet.junctions.get(id)]
    return before?.label !== now?.label || before?.latitude !== now?.latitude || before?.longitude !== now?.longitude
  }
  return {
    read: () => net,
    onChange: (listener: () => void) => {
      let gathering: ReturnType<typeof setTimeout> | undefined
      const take = () => {
        gathering = undefined
        known = new Map(fleet.junctions)
        net = streetNet(known.values())
        listener()
      }
      const end = fleet.onChange((ids) => {
        if ([...ids].some(isChanged)) gathering ??= setTimeout(take, GATHER_MS)
      })
      if ([...known.keys(), ...fleet.junctions.keys()].some(isChanged)) take()
      return () => {
        end()
        clearTimeout(gathering)
      }
    },
  }
}

function readNetLook(element: Element): NetLook {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--gw-${name}`).trim()
  return {
    street: colour('line-strong'),
    ground: colour('sunken'),
    ink: colour('ink-2'),
    font: style.fontFamily,
  }
}
