import { ActionIcon, TextInput } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs'
import IconWand from '@tabler/icons-react/dist/esm/icons/IconWand.mjs'
import { type ChangeEvent, useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyError } from '../../../ui/notices/notify.tsx'
import { copyText, useHighlight } from '../../../ui/page/useHighlight.ts'
import styles from './CredentialField.module.css'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 16
/**
 * The largest multiple of 36 in a byte. Bytes from here on are drawn again, because otherwise the first letters would
 * be more frequent.
 */
const FAIR_BYTES = 252

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array

/** Returns a secret of 16 lowercase letters and digits (about 82 bits). */
export function createToken(random: RandomBytes = (bytes) => crypto.getRandomValues(bytes)): string {
  let token = ''
  while (token.length < LENGTH) {
    for (const byte of random(new Uint8Array(LENGTH))) {
      if (byte < FAIR_BYTES && token.length < LENGTH) token += ALPHABET[byte % ALPHABET.length]
    }
  }
  return token
}

/** Properties of `CredentialField`. */
export interface CredentialFieldProps {
  label: string
  /** True for a value that is hidden until the user shows it. */
  secret?: boolean
  disabled: boolean
  /** The result of `form.getInputProps`. */
  input: { value?: string; onChange: (event: ChangeEvent<HTMLInputElement> | string) => void; error?: string }
}

/**
 * A field of the credentials. Its button generates a value while the field is empty and copies the value otherwise; a
 * mark confirms either for two seconds.
 */
export function CredentialField({ label, secret = false, disabled, input }: CredentialFieldProps) {
  const t = useTexts('device', 'devices')
  const common = useTexts('common')
  const [shown, setShown] = useState(false)
  const [generated, markGenerated] = useHighlight()
  const [copied, markCopied] = useHighlight()
  const value = input.value ?? ''

  async function copy(): Promise<void> {
    if (await copyText(value)) markCopied()
    else notifyError(t('copyFailed'))
  }

  const EyeShape = shown ? IconEyeOff : IconEye
  const mark = copied ? t('copied') : generated ? t('generated') : ''
  return (
    <TextInput
      {...input}
      label={label}
      required
      disabled={disabled}
      type={secret && !shown ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck={false}
      classNames={{ input: styles.input ?? '' }}
      data-marked={mark !== '' || undefined}
      rightSectionWidth={secret ? 'calc(2 * var(--gw-target) + 12px)' : 'calc(var(--gw-target) + 8px)'}
      rightSection={
        <div className={styles.buttons}>
          <output className={styles.mark}>{mark}</output>
          {secret && (
            <ActionIcon
              aria-label={common(shown ? 'hidePassword' : 'showPassword')}
              title={common(shown ? 'hidePassword' : 'showPassword')}
              aria-pressed={shown}
              disabled={disabled}
              onClick={() => setShown(!shown)}
            >
              <EyeShape size={16} aria-hidden="true" />
            </ActionIcon>
          )}
          {value === '' ? (
            <ActionIcon
              aria-label={t('generate', { field: label })}
              title={t('generate', { field: label })}
              disabled={disabled}
              onClick={() => {
                input.onChange(createToken())
                markGenerated()
              }}
            >
              <IconWand size={16} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <ActionIcon
              aria-label={t('copy', { field: label })}
              title={t('copy', { field: label })}
              disabled={disabled}
              {...(copied && { color: 'ok' })}
              onClick={() => void copy()}
            >
              {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
            </ActionIcon>
          )}
        </div>
      }
    />
  )
}
