import { session } from './session.ts'

/** Returns the signed-in user as named in records of changes; empty texts when signed out. */
export function whoIsSignedIn(): { readonly id: string; readonly name: string } {
  const state = session.getState()
  return state.state === 'signedIn' ? { id: state.user.userId, name: state.user.email } : { id: '', name: '' }
}
