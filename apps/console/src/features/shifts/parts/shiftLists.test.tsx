import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { ShiftLists } from './ShiftLists.tsx'

it('changes are said by the names of settings, those of older hand-overs by their text', () => {
  const act = { id: 'a', name: 'Lê Lợi', at: 1, by: 'an@signal.vn' }
  const changes = [
    { ...act, text: 'Vang, Mode +2', keys: ['Vang', 'Mode'], more: 2 },
    { ...act, text: 'match' },
  ]
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  renderPart(
    <RouterContextProvider router={router}>
      <ShiftLists content={{ incidents: [], holds: [], mutes: [], changes, comments: [] }} atMs={2} />
    </RouterContextProvider>,
  )
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Yellow, Mode +2'),
    expect.stringContaining('match'),
  ])
})
