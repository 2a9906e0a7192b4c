import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { LampHeads } from './LampGlyph.tsx'

it('a phase that its displays do not show is outlined, one without data has empty rings, and a dark one neither', () => {
  renderPart(<LampHeads isLive phases={['notShown', 'noData', 'dark']} />)
  const glyph = screen.getByRole('img', { name: /phase 1 not shown, phase 2 no data, phase 3 dark/i })
  expect([...glyph.children].map((head) => head.getAttribute('data-unlit'))).toEqual(['notShown', 'noData', 'dark'])
})

it('without a sample no lamp looks dark, and what was last seen is old', () => {
  const { rerender } = renderPart(<LampHeads isLive={false} phases={null} />)
  const heads = () => [...screen.getByRole('img').children].map((head) => head.getAttribute('data-unlit'))
  expect(heads()).toEqual(['noData', 'noData', 'noData'])
  rerender(<LampHeads isLive={false} phases={[['green'], ['red'], ['red']]} />)
  expect(screen.getByRole('img', { name: /as last seen: phase 1 green/i })).toHaveAttribute('data-old', 'true')
  expect(heads()).toEqual([null, null, null])
})
