import { render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetMissingParts, lazyPart, noteFailedStyleSheets } from './lazyPart.tsx'

// React reports every error that a boundary catches.
beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined))
afterEach(() => vi.restoreAllMocks())

class Boundary extends Component<{ children: ReactNode }, { words: string | undefined }> {
  override state = { words: undefined }
  static getDerivedStateFromError = (error: Error) => ({ words: error.message })
  override render() {
    return this.state.words ?? this.props.children
  }
}

function show(part: ReactNode) {
  return render(
    <Boundary>
      <Suspense fallback="on its way">{part}</Suspense>
    </Boundary>,
  )
}

test('a part shows once it is there, and at once when it was loaded ahead', async () => {
  const load = vi.fn(async () => ({ name }: { name: string }) => <p>{name}</p>)
  const Part = lazyPart(load)
  await Part.preload()
  expect(Part.preload()).toBeUndefined()
  show(<Part name="here" />)
  expect(screen.getByText('here')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that did not arrive is asked for once, and again when somebody says so', async () => {
  let connected = false
  const load = vi.fn(async () => {
    if (!connected) throw new Error('no network')
    return () => <p>here</p>
  })
  const Part = lazyPart(load)
  const first = show(<Part />)
  expect(await screen.findByText('no network')).toBeVisible()
  first.unmount()
  const second = show(<Part />)
  expect(screen.getByText('no network')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
  second.unmount()

  connected = true
  forgetMissingParts()
  show(<Part />)
  expect(await screen.findByText('here')).toBeVisible()
})

test('a style sheet that did not arrive is requested again, too', () => {
  noteFailedStyleSheets()
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  document.head.append(sheet)
  sheet.dispatchEvent(new Event('error'))
  expect(sheet.isConnected).toBe(true)
  forgetMissingParts()
  expect(sheet.isConnected).toBe(false)
  const again = document.querySelector('link[rel=stylesheet]')
  expect(again).not.toBeNull()
  again?.remove()
})
