import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { HealthMarkKind } from '../states/HealthMark.tsx'
import { setTab, usePageTitle } from './tab.ts'

function Page({ mark }: { mark?: HealthMarkKind }) {
  usePageTitle('Devices', mark)
  return null
}

/** The icon of the tab, which the console's page has from the start. */
function addIcon(): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'icon'
  document.head.append(link)
  return link
}

it('the tab shows the worse of the state of all junctions and that of the page, in title and icon', () => {
  const icon = addIcon()
  const { rerender } = render(<Page />)
  expect(document.title).toBe('Devices · Greenwave')
  expect(icon.getAttribute('href')).toBe('/favicon.svg')
  setTab({ ofFleet: 'fault' })
  expect(document.title).toBe('■ Devices · Greenwave')
  expect(icon.href).toMatch(/^data:image\/svg/)
  const fault = icon.href
  rerender(<Page mark="danger" />)
  expect(document.title).toBe('◆ Devices · Greenwave')
  expect(icon.href).not.toBe(fault)
  rerender(<Page mark="ok" />)
  expect(document.title).toBe('■ Devices · Greenwave')
  setTab({ ofFleet: 'danger' })
  rerender(<Page mark="deviation" />)
  expect(document.title).toBe('◆ Devices · Greenwave')
  setTab({ ofFleet: undefined })
  expect(document.title).toBe('▲ Devices · Greenwave')
  rerender(<Page mark="muted" />)
  expect(document.title).toBe('Devices · Greenwave')
  icon.remove()
})
