import { session } from './session.ts'

/** Returns who is signed in, as records of changes name people; empty texts for nobody. */
export function whoIsSignedIn(): { readonly id: string; readonly name: string } {
  const state = session.getState()
  return state.state === 'signedIn' ? { id: state.user.userId, name: state.user.email } : { id: '', name: '' }
}
