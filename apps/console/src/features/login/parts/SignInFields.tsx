/**
 * @file The fields of the sign-in page: the browser's own in the look of Mantine's, which would be a tenth of all code that
 * is loaded before the sign-in. They carry the names of Mantine's classes, so that base.css holds for both.
 */
import { type ComponentProps, useId } from 'react'
import styles from './SignInFields.module.css'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
}

/** A text field with its label. Its children, such as a button, stand at the end of the field. */
export function SignInField({ label, children, ...input }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label className={`mantine-InputWrapper-label ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <div className={styles.place}>
        <input {...input} id={id} className={`mantine-Input-input ${styles.input}`} />
        {children}
      </div>
    </div>
  )
}

interface ShowButtonProps {
  readonly label: string
  readonly shown: boolean
  readonly onShow: (shown: boolean) => void
}

/** Shows and hides the password in its field, which keeps the focus under a pointer. */
export function ShowButton({ label, shown, onShow }: ShowButtonProps) {
  return (
    <button
      type="button"
      className={styles.show}
      aria-label={label}
      aria-pressed={shown}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onShow(!shown)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M2.5 12C5 7.7 8.2 5.5 12 5.5s7 2.2 9.5 6.5c-2.5 4.3-5.7 6.5-9.5 6.5S5 16.3 2.5 12z" />
        <circle cx="12" cy="12" r="2.8" />
        {shown && <path d="M4 4l16 16" />}
      </svg>
    </button>
  )
}

interface TickProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A box to tick, with a hint below its label. */
export function SignInTick({ label, hint, checked, onChange }: TickProps) {
  const id = useId()
  return (
    <div className={styles.tick}>
      <input
        type="checkbox"
        id={id}
        className={styles.box}
        aria-describedby={`${id}hint`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label className={`mantine-Checkbox-label ${styles.ticked}`} htmlFor={id}>
          {label}
        </label>
        <div id={`${id}hint`} className={`mantine-InputWrapper-description ${styles.hint}`}>
          {hint}
        </div>
      </div>
    </div>
  )
}
