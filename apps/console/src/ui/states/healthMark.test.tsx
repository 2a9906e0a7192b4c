import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { HEALTH_SHAPES, HealthMark, type HealthMarkKind } from './HealthMark.tsx'

const MARKS = Object.keys(HEALTH_SHAPES) as HealthMarkKind[]

it('has a shape of its own for each state, so that nobody needs its colour', () => {
  const { container } = renderPart(MARKS.map((mark) => <HealthMark key={mark} mark={mark} />))
  const shapes = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(shapes).toHaveLength(8)
  expect(new Set(shapes).size).toBe(8)
})

it('has an accessible name where no words are beside it, and no colour for what is old', () => {
  const { container } = renderPart(<HealthMark mark="danger" label="Conflicting green" old />)
  expect(screen.getByText('Conflicting green')).toBeInTheDocument()
  expect(container.querySelector('[data-mark="danger"]')).toHaveAttribute('data-old')
})
