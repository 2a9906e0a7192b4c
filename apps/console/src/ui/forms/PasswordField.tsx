import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/useTexts.ts'

/** A password field with a button, also reached by Tab, that shows and hides the password. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTexts('common')
  const [shown, setShown] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t(shown ? 'hidePassword' : 'showPassword') }}
    />
  )
}
