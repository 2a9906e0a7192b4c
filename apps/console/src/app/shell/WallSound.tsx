import { chooseSound, SOUND_CHOICES, useSoundChoice } from '../../data/soundChoice.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePointerMoved } from '../../ui/page/usePointerMoved.ts'
import styles from './SoundFollower.module.css'

/** The choice of the incidents that sound, on the wall; it appears when the pointer is moved. */
export function WallSound() {
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
