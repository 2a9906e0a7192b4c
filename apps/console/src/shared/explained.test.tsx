import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../test/renderParts.tsx'
import { changePack, loadTexts } from '../texts/texts.ts'
import { Term } from './Explained.tsx'
import { WhatItMeans } from './WhatItMeans.tsx'

beforeEach(() => loadTexts('monitoring'))

const note = () => screen.findByRole('tooltip')
const gone = () => waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())

test('a term is explained while the pointer is on it or on its note, and by focus, with the note as its description', async () => {
  const user = userEvent.setup()
  renderPart(<Term of="offset">Offset</Term>)
  const word = screen.getByRole('button', { name: 'Offset' })
  await user.hover(word)
  expect(await note()).toHaveTextContent('Seconds by which the cycle starts later.')
  vi.useFakeTimers()
  fireEvent.pointerLeave(word, { pointerType: 'mouse' })
  fireEvent.pointerEnter(screen.getByRole('tooltip'), { pointerType: 'mouse' })
  act(() => {
    vi.runAllTimers()
  })
  expect(screen.getByRole('tooltip')).toBeVisible()
  vi.useRealTimers()
  await user.hover(await note())
  await user.unhover(await note())
  await gone()
  await user.tab()
  expect(word).toHaveFocus()
  await note()
  expect(word).toHaveAccessibleDescription(/Offsets between neighbours make a green wave/)
  await user.tab()
  await gone()
})

test('Escape closes the note alone, not what is around it', async () => {
  const user = userEvent.setup()
  const around = vi.fn()
  document.addEventListener('keydown', around)
  renderPart(<Term of="hold">Hold</Term>)
  await user.tab()
  await note()
  around.mockClear()
  await user.keyboard('{Escape}')
  await gone()
  expect(around).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(around).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', around)
})

test('a finger opens the note of an incident, and closes it by the word or elsewhere', async () => {
  const user = userEvent.setup()
  renderPart(
    <>
      <WhatItMeans code="conflict" />
      <p>elsewhere</p>
    </>,
  )
  const tap = (target: Element) => user.pointer([{ keys: '[TouchA]', target }])
  const word = await screen.findByRole('button', { name: 'What it means' })
  await tap(word)
  expect(await note()).toHaveTextContent(
    'Conflicting greenTwo phases have the road at the same time.What to do: Send a technician now.',
  )
  await tap(word)
  await gone()
  await tap(word)
  await note()
  fireEvent.pointerDown(screen.getByText('elsewhere'))
  await gone()
})

test('a state that is right needs no explanation; an unknown incident has one', async () => {
  renderPart(
    <>
      <WhatItMeans code="ok" />
      <WhatItMeans code="other" />
    </>,
  )
  expect(await screen.findAllByRole('button')).toHaveLength(1)
})

test('the note is in the chosen language', async () => {
  await changePack('vi')
  const user = userEvent.setup()
  renderPart(<Term of="band">Dải xanh</Term>)
  await user.hover(screen.getByRole('button', { name: 'Dải xanh' }))
  expect(await note()).toHaveTextContent('gặp xanh ở mọi nút của tuyến')
  await changePack('default')
})
