import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { LampHeads } from './LampGlyph.tsx'

it('a phase that its displays do not show is outlined, one whose displays always show a lamp is dark', () => {
  renderPart(<LampHeads isLive lit={[['green'], [], []]} hides={[true, true, false]} />)
  const glyph = screen.getByRole('img', { name: /phase 1 green, phase 2 not shown, phase 3 dark/i })
  expect([...glyph.children].map((head) => head.hasAttribute('data-not-shown'))).toEqual([false, true, false])
})
