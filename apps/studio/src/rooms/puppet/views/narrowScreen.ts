/** Further views stand below the puppet instead of beside it: as in viewCards.css. */
export const narrowScreen = '(max-width: 759px), (max-width: 1023px) and (orientation: portrait)';
/** The panel is a sheet over the lower half: as in styles/smallScreens.css. */
export const sheetScreen = '(max-width: 759px)';
