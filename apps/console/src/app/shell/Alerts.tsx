import { useNoticePermission } from '../../data/noticePermission.ts'
import { useSession } from '../../data/session.ts'
import { useSoundChoice } from '../../data/soundChoice.ts'
import { NoticeFollower } from './NoticeFollower.tsx'
import { SoundFollower } from './SoundFollower.tsx'
import { WallSound } from './WallSound.tsx'

/** Calls attention to incidents on every page and on the wall: by sound, and by notices of the browser where it may show some. */
export function Alerts({ isWall }: { readonly isWall: boolean }) {
  const session = useSession()
  const mayNotify = useNoticePermission() === 'granted'
  const choice = useSoundChoice()
  if (session.state !== 'signedIn') return null
  return (
    <>
      {mayNotify && !isWall && <NoticeFollower userId={session.user.userId} />}
      {isWall && <WallSound />}
      {choice !== 'off' && <SoundFollower key={choice} choice={choice} />}
    </>
  )
}
