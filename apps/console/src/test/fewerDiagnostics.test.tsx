import { render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'

const messageOf = (error: unknown) => (error as Error).message

it('a query that fails shows the document, at once or when its time is up; while it is repeated, it does not', async () => {
  render(<p>on the street</p>)
  expect(() => screen.getByText('elsewhere')).toThrow(/<p>.*on the street/s)
  const repeated: string[] = []
  const waited = waitFor(
    () => {
      try {
        screen.getByText('elsewhere')
      } catch (error) {
        repeated.push(messageOf(error))
        throw error
      }
    },
    { timeout: 60, interval: 10 },
  )
  expect(await waited.catch(messageOf)).toMatch(/elsewhere.*on the street/s)
  expect(repeated.length).toBeGreaterThan(0)
  for (const message of repeated) expect(message).not.toContain('on the street')
})

it('elements have no call stack of their own', () => {
  const stackOf = (element: ReactElement) => (element as { _debugStack?: unknown })._debugStack
  const first = stackOf(<p />)
  expect(first).toBeInstanceOf(Error)
  expect(stackOf(<b />)).toBe(first)
})
