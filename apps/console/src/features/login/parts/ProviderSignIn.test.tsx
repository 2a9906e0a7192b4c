import { PROVIDER_REFUSALS } from '@greenwave/contract/wire/providerSignIn'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { takeHandedTokens } from '../../../data/handedTokens.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { errorAnswer, stubPlatform } from '../../../test/stubPlatform.ts'
import { login } from '../../../texts/default/login.ts'
import { ProviderSignIn } from './ProviderSignIn.tsx'

const CALL = 'POST /api/noauth/oauth2Clients'

test('each provider of the platform has a button that leads to it, and the tab remembers that its user went', async () => {
  const { calls } = stubPlatform({
    [CALL]: [
      { name: 'City account', icon: null, url: '/oauth2/authorization/provider' },
      { name: 'Elsewhere', icon: 'x', url: '//elsewhere.example/oauth2' },
    ],
  })
  renderPart(<ProviderSignIn refused={undefined} />)
  const button = await screen.findByRole('link', { name: 'Sign in with City account' })
  expect(button).toHaveAttribute('href', '/oauth2/authorization/provider')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls.map(({ token, query }) => [token, query.get('platform')])).toEqual([[null, 'WEB']])

  button.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(button)
  history.replaceState(null, '', '/#accessToken=a&refreshToken=b')
  expect(takeHandedTokens()).toEqual({ token: 'a', refreshToken: 'b' })
})

test('nothing is shown where the platform has no such call', async () => {
  const { calls } = stubPlatform({ [CALL]: errorAnswer(404, 'none') })
  renderPart(<ProviderSignIn refused={undefined} />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([...PROVIDER_REFUSALS.map((reason) => [reason, reason] as const), ['a text of a link', 'failed'] as const])(
  'the refusal %s is said in words',
  async (refused, reason) => {
    stubPlatform({ [CALL]: [] })
    renderPart(<ProviderSignIn refused={refused} />)
    expect(await screen.findByRole('alert')).toHaveTextContent(login.provider.refused[reason])
  },
)
