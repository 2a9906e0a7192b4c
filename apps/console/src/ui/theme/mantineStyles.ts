/**
 * The styles of the Mantine components on the sign-in page, in Mantine's layer, so that our CSS modules win in whatever
 * order chunks load. A component that is missing here and in `moreMantineStyles.ts` has no style, or its parts lie in wrong
 * places.
 */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
