import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useNow } from './useNow.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_300 })
})

const ahead = () => Date.now() + 500

function Seconds({ name, clock }: { name: string; clock?: () => number }) {
  return <p>{`${name} ${useNow(1000, clock) % 100_000}`}</p>
}

test('each component renders at the steps of its clock, and those of one clock share one timer, which ends with them', () => {
  const { rerender, unmount } = render(
    <>
      <Seconds name="a" />
      <Seconds name="b" />
      <Seconds name="server" clock={ahead} />
    </>,
  )
  expect(vi.getTimerCount()).toBe(2)
  expect(['a 0', 'b 0', 'server 0'].map((words) => screen.getByText(words).textContent)).toHaveLength(3)
  act(() => void vi.advanceTimersByTime(201))
  expect(screen.getByText('server 1000')).toBeVisible()
  expect(screen.getByText('a 0')).toBeVisible()
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.getByText('a 1000')).toBeVisible()
  expect(screen.getByText('b 1000')).toBeVisible()
  rerender(<Seconds name="b" />)
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
