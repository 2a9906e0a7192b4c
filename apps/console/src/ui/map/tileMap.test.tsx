import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { divIcon } from 'leaflet'
import { StrictMode, useEffect } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { changePack } from '../../texts/texts.ts'
import { Pin } from './Pin.tsx'
import { TileMap } from './TileMap.tsx'
import { useMap } from './useMap.ts'

const NGUYEN_HUE: [number, number] = [10.7739, 106.7034]
const HA_NOI: [number, number] = [21.0285, 105.8542]
const ICON = divIcon({ className: 'pin', html: 'here' })

const shown = (children: React.ReactNode, className = 'frame') => (
  <TileMap className={className} center={NGUYEN_HUE} zoom={13} maxZoom={18} withoutTiles={<p>A net of streets</p>}>
    {children}
  </TileMap>
)
const pins = () => [...document.querySelectorAll<HTMLElement>('.leaflet-marker-icon')]
const tiles = () => [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile')]

function Watch({ onUnload }: { onUnload: () => void }) {
  const map = useMap()
  useEffect(() => void map.on('unload', onUnload), [map, onUnload])
  return null
}

describe('a map', () => {
  it('exists once, also where React tries each effect twice', () => {
    renderPart(<StrictMode>{shown(<Pin position={NGUYEN_HUE} icon={ICON} />)}</StrictMode>)
    expect(document.querySelectorAll('.leaflet-map-pane')).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Zoom in' })).toHaveLength(1)
    expect(pins()).toHaveLength(1)
    expect(tiles()).toHaveLength(1)
  })

  it('takes its listeners, tiles and controls along when it goes', () => {
    const removed = vi.fn()
    const listens = vi.spyOn(window, 'addEventListener')
    const stops = vi.spyOn(window, 'removeEventListener')
    onTestFinished(() => void vi.restoreAllMocks())
    const resizes = (calls: typeof listens.mock.calls) => calls.filter(([type]) => type === 'resize').length
    const { rerender } = renderPart(shown(<Watch onUnload={removed} />))
    expect(resizes(listens.mock.calls)).toBeGreaterThan(resizes(stops.mock.calls))
    rerender(<p>Another page</p>)
    expect(removed).toHaveBeenCalledOnce()
    expect(document.querySelector('.leaflet-map-pane')).toBeNull()
    expect(resizes(listens.mock.calls)).toBe(resizes(stops.mock.calls))
  })

  it('keeps its place, its zoom and the classes of Leaflet when the page around it is drawn again', async () => {
    const { rerender } = renderPart(shown(null))
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
    const source = tiles().at(-1)?.src
    rerender(shown(<Pin position={NGUYEN_HUE} icon={ICON} />, 'another'))
    expect(tiles().at(-1)?.src).toBe(source)
    expect(document.querySelector('.leaflet-container.frame')).toBeInTheDocument()
    expect(pins()).toHaveLength(1)
  })

  it('has pins that move, change their icon and go', () => {
    const { rerender } = renderPart(shown(<Pin position={NGUYEN_HUE} icon={ICON} />))
    const before = pins()[0]?.style.cssText
    rerender(shown(<Pin position={HA_NOI} icon={ICON} />))
    expect(pins()).toHaveLength(1)
    expect(pins()[0]?.style.cssText).not.toBe(before)
    rerender(shown(<Pin position={HA_NOI} icon={divIcon({ html: 'there' })} />))
    expect(pins().map(({ textContent }) => textContent)).toEqual(['there'])
    rerender(shown(null))
    expect(pins()).toEqual([])
  })

  it('has a pin that lets clicks through and is no stop of the keyboard', () => {
    renderPart(shown(<Pin position={NGUYEN_HUE} icon={ICON} />))
    expect(pins()[0]).not.toHaveClass('leaflet-interactive')
    expect(pins()[0]).not.toHaveAttribute('tabindex')
  })

  it('names its buttons anew, in place, when the language changes', async () => {
    renderPart(shown(null))
    await act(() => changePack('vi'))
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Phóng to',
      'Thu nhỏ',
    ])
  })

  it('states below it that no tile could be loaded, and draws what replaces them, only then', () => {
    renderPart(shown(null))
    const missing = () => [screen.queryByText('Map tiles cannot be loaded.'), screen.queryByText('A net of streets')]
    expect(missing()).toEqual([null, null])
    act(() => void tiles()[0]?.dispatchEvent(new Event('error')))
    for (const shownNow of missing()) expect(shownNow).toBeInTheDocument()
    act(() => void tiles()[0]?.dispatchEvent(new Event('load')))
    expect(missing()).toEqual([null, null])
  })

  it('does not wait long for tiles that do not arrive, and complains of none that may still', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    renderPart(shown(null))
    expect(screen.queryByText('A net of streets')).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByText('A net of streets')).toBeInTheDocument()
    expect(screen.queryByText('Map tiles cannot be loaded.')).not.toBeInTheDocument()
  })

  it('is needed around what draws on it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => renderPart(<Pin position={NGUYEN_HUE} icon={ICON} />)).toThrow('no TileMap around this part')
  })
})
