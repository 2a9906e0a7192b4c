import { Map as LeafletMap, type MapOptions } from 'leaflet'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { MapContext } from './useMap.ts'

/** Properties of `LeafletContainer`. */
interface LeafletContainerProps {
  /** Classes and options are read once, when the map is created. */
  readonly className: string
  readonly options: MapOptions
  /** Parts that draw on the map, with `useMap`; rendered once the map exists. */
  readonly children: ReactNode
}

/** Creates a Leaflet map in an element, and removes it with the element. */
export function LeafletContainer({ className, options, children }: LeafletContainerProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  // Leaflet adds classes to the element, which a changed attribute would remove.
  const [firstClassName] = useState(className)
  const create = useEffectEvent((element: HTMLElement) => new LeafletMap(element, options))
  useLayoutEffect(() => {
    if (!container.current) return
    const created = create(container.current)
    setMap(created)
    return () => {
      created.remove()
      setMap(null)
    }
  }, [])
  return (
    <div ref={container} className={firstClassName}>
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  )
}
