"""Controls that are worked in several moves: calendars, dropdowns, sliders, menus."""
