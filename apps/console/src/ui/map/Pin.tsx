import { type DivIcon, type LatLngExpression, marker } from 'leaflet'
import { useEffect, useState } from 'react'
import { useMap } from './useMap.ts'

/** Properties of `Pin`. */
interface PinProps {
  readonly position: LatLngExpression
  readonly icon: DivIcon
}

/** An icon at a place of the map around it, which neither mouse nor keyboard reaches. */
export function Pin({ position, icon }: PinProps) {
  const map = useMap()
  const [pin] = useState(() => marker(position, { icon, interactive: false, keyboard: false }))
  useEffect(() => {
    pin.addTo(map)
    return () => void pin.remove()
  }, [map, pin])
  useEffect(() => void pin.setLatLng(position), [pin, position])
  useEffect(() => void pin.setIcon(icon), [pin, icon])
  return null
}
