import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { PhaseLamps } from './BigLamps.tsx'

const shown = () =>
  screen.getAllByRole('listitem').map((item) => {
    const [lamp] = item.children
    return [lamp?.textContent, lamp?.getAttribute('data-unlit'), item.textContent?.slice(1)]
  })

it('a lamp that is not shown or not known has a question mark and its reason, a dark one neither', () => {
  renderPart(<PhaseLamps isLive phases={[['green'], 'notShown', 'dark']} />)
  expect(shown()).toEqual([
    ['G', null, 'Phase 1: green'],
    ['?', 'notShown', 'Phase 2: not shown'],
    ['–', 'dark', 'Phase 3: dark'],
  ])
})

it('nothing that is old is shown as lit', () => {
  renderPart(<PhaseLamps isLive={false} phases={[['green'], ['red'], 'dark']} />)
  expect(shown().map(([lamp]) => lamp)).toEqual(['?', '?', '?'])
})
