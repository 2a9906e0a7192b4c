import { expect, test } from 'vitest'
import { ApiError, NetworkError, UnexpectedReplyError } from '../../data/apiErrors.ts'
import { SessionLoginError } from '../../data/sessionStore.ts'
import { changePack, textOf } from '../../texts/texts.ts'
import { loginErrorText } from './LoginPage.tsx'

test.each<[string, unknown, string]>([
  ['401 with a message', new ApiError(401, 10, 'Invalid username or password'), 'Invalid username or password'],
  ['401 without a message', new ApiError(401), 'Authentication failed'],
  ['another status with a message', new ApiError(429, 33, 'Too many requests'), 'Error: Too many requests'],
  ['another status without a message', new ApiError(500), 'Error: Something went wrong'],
  ['403', new ApiError(403, 20, 'You may not'), 'Error: You may not'],
  ['no response', new NetworkError('refused'), 'Network error. Please check your connection.'],
  ['a token that has expired already', new SessionLoginError('expired'), 'Token is expired'],
  ['a token that cannot be read', new SessionLoginError('unreadable'), 'Login failed'],
  ['an answer without tokens', new UnexpectedReplyError('login: token'), 'Login failed'],
  ['any other failure', new Error('a fault of ours'), 'An unexpected error occurred'],
  ['something thrown that is no error', 'text', 'An unexpected error occurred'],
])('[spec 8 login] %s', (_name, error, text) => {
  expect(loginErrorText(error, textOf('login'))).toBe(text)
})

test('what the platform says is Vietnamese in Vietnamese', async () => {
  await changePack('vi')
  const t = textOf('login')
  expect(loginErrorText(new ApiError(401, 10, 'Invalid username or password'), t)).toBe(
    'Sai tên đăng nhập hoặc mật khẩu',
  )
  expect(loginErrorText(new ApiError(429, 33, 'Too many requests from this address!'), t)).toBe(
    'Lỗi: Quá nhiều yêu cầu từ địa chỉ này!',
  )
})
