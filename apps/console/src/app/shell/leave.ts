import { dropKeptForm } from '../../data/keptForm.ts'
import { signOut } from '../../data/session.ts'
import { endPush } from '../../data/webPush.ts'

/** Signs out on purpose. Leaves no input in this tab, and no web push for the next user of this browser. */
export function leave(): void {
  dropKeptForm()
  // Without a push service there is nothing to end.
  endPush().catch(() => undefined)
  signOut()
}
