import { Suspense, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { UserButton } from './UserButton.tsx'

const UserMenuItems = lazyPart(async () => (await import('./UserMenuItems.tsx')).UserMenuItems)

/** The signed-in user, with a menu that is loaded when the user is about to open it. */
export function UserMenu() {
  const session = useSession()
  const [wanted, setWanted] = useState(false)
  if (session.state !== 'signedIn') return null
  const closed = (
    <UserButton
      session={session}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void UserMenuItems.preload()}
      onFocus={() => void UserMenuItems.preload()}
      onClick={() => setWanted(true)}
    />
  )
  return wanted ? (
    <Suspense fallback={closed}>
      <UserMenuItems session={session} />
    </Suspense>
  ) : (
    closed
  )
}
