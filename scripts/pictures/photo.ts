/** The picture that a visitor sends: a lamp whose shade has a crack. */
export const photo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320" height="240">
  <rect width="320" height="240" fill="#cbb9a4"/>
  <rect y="176" width="320" height="64" fill="#8a6f56"/>
  <path d="M118 52h84l30 76H88z" fill="#f4ead2" stroke="#d9c79f" stroke-width="3"/>
  <path d="M176 54l-12 22 14 12-16 20 10 18" fill="none" stroke="#5b4a33" stroke-width="3"/>
  <rect x="155" y="128" width="10" height="64" fill="#5b5f66"/>
  <ellipse cx="160" cy="196" rx="44" ry="10" fill="#44484e"/>
</svg>`;
