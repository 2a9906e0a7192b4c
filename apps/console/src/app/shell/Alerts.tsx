import { useNoticePermission } from '../../data/noticePermission.ts'
import { useSession } from '../../data/session.ts'
import { chooseSound, SOUND_CHOICES, useSoundChoice } from '../../data/soundChoice.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePointerMoved } from '../../ui/page/usePointerMoved.ts'
import { NoticeFollower } from './NoticeFollower.tsx'
import styles from './SoundFollower.module.css'
import { SoundFollower } from './SoundFollower.tsx'

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

/** The choice of the incidents that sound, on the wall; it appears when the pointer is moved. */
function WallSound() {
  const t = useTexts('admin', 'sound')
  const moved = usePointerMoved()
  return (
    <label className={styles.choice} data-shown={moved || undefined}>
      {t('label')}
      <select
        value={useSoundChoice()}
        onChange={({ currentTarget: { value } }) =>
          chooseSound(SOUND_CHOICES.find((choice) => choice === value) ?? 'off')
        }
      >
        {SOUND_CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`choices.${choice}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
