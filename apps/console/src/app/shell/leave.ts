import { dropKeptForm } from '../../data/keptForm.ts'
import { signOut } from '../../data/session.ts'
import { endPush } from '../../data/webPush.ts'

/** Signs out on purpose, which leaves no input in this tab, and no web push for whoever uses this browser next. */
export function leave(): void {
  dropKeptForm()
  // Without a push service there is nothing to end.
  endPush().catch(() => undefined)
  signOut()
}
