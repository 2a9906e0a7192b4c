import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { changePack } from '../../../texts/texts.ts'
import { DeviceMap } from './DeviceMap.tsx'

const NGUYEN_HUE = { latitude: 10.7739, longitude: 106.7034 }
const HA_NOI = { latitude: 21.0285, longitude: 105.8542 }

const tiles = () => [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile')]
/** Returns the requested tiles as zoom/column/row. */
const asked = () => tiles().map(({ src }) => /(\d+\/\d+\/\d+)\.png$/.exec(src)?.[1])

describe('the map of a device', () => {
  it('shows southern Vietnam at zoom 13, without a marker, while there is no location [spec 2 device] [spec 9 limits]', () => {
    renderPart(<DeviceMap place={null} name="Ngã tư 7" />)
    // The column and row of 10.76 north, 106.66 east in the usual tile scheme of web maps.
    expect(asked()).toEqual(['13/6523/3849'])
    expect(tiles()[0]?.style.width).toBe('256px')
    expect(screen.queryByRole('img', { name: 'Position of Ngã tư 7' })).not.toBeInTheDocument()
  })

  it('has its marker on the location, and recentres when the location changes [spec 2 device]', () => {
    const { rerender } = renderPart(<DeviceMap place={NGUYEN_HUE} name="Ngã tư 7" />)
    expect(screen.getByRole('img', { name: 'Position of Ngã tư 7' })).toBeInTheDocument()
    expect(asked()).toEqual(['13/6524/3849'])
    rerender(<DeviceMap place={HA_NOI} name="Ngã tư 7" />)
    expect(asked()).toContain('13/6504/3606')
    expect(screen.getByRole('img', { name: 'Position of Ngã tư 7' })).toBeInTheDocument()
  })

  it('comes no nearer than zoom 18 [spec 9 limits]', async () => {
    renderPart(<DeviceMap place={NGUYEN_HUE} name="Ngã tư 7" />)
    const nearer = screen.getByRole('button', { name: 'Zoom in' })
    for (let zoom = 14; zoom <= 18; zoom++) {
      expect(nearer).toHaveAttribute('aria-disabled', 'false')
      await userEvent.click(nearer)
    }
    expect(asked().at(-1)).toMatch(/^18\//)
    expect(nearer).toHaveAttribute('aria-disabled', 'true')
  })

  it('takes the clicked place, for the function of the last drawing alone', () => {
    const first = vi.fn()
    const last = vi.fn()
    const { rerender } = renderPart(<DeviceMap place={null} name="Ngã tư 7" onPick={first} />)
    rerender(<DeviceMap place={null} name="Ngã tư 7" onPick={last} />)
    const map = document.querySelector('.leaflet-container')
    if (map) fireEvent.click(map, { clientX: 0, clientY: 0 })
    expect(first).not.toHaveBeenCalled()
    expect(last).toHaveBeenCalledOnce()
    const [place] = last.mock.calls[0] ?? []
    expect(place.latitude).toBeCloseTo(10.76, 3)
    expect(place.longitude).toBeCloseTo(106.66, 3)
  })

  it('takes no click where nothing picks', () => {
    const picked = vi.fn()
    const { rerender } = renderPart(<DeviceMap place={null} name="Ngã tư 7" onPick={picked} />)
    rerender(<DeviceMap place={null} name="Ngã tư 7" />)
    const map = document.querySelector('.leaflet-container')
    if (map) fireEvent.click(map, { clientX: 0, clientY: 0 })
    expect(picked).not.toHaveBeenCalled()
  })

  it('names its buttons in the language of the user', async () => {
    await changePack('vi')
    renderPart(<DeviceMap place={NGUYEN_HUE} name="Ngã tư 7" />)
    expect(await screen.findByRole('button', { name: 'Phóng to' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Thu nhỏ' })).toBeInTheDocument()
  })
})
