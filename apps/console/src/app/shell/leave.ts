import { dropKeptForm } from '../../data/keptForm.ts'
import { signOut } from '../../data/session.ts'

/** Signs out on purpose, which leaves no input in this tab. */
export function leave(): void {
  dropKeptForm()
  signOut()
}
