import type { MessagesOf } from '../messages';

export const roles: MessagesOf<'roles'> = {
  hint: 'Solo en demostraciones: entre en otra cuenta de prueba sin contraseña.',
  switch: 'Cambiar',
};
